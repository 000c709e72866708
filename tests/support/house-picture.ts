// The rooms as CONTRIBUTING.md draws them, from the ground up. The laws read the picture, so it cannot say anything else.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './source-tree.ts';

interface Floor {
  /** Rooms that do not import one another, or the name of a group. */
  readonly rooms: readonly string[];
  /** Of a group: its rooms in the same way, the lowest first. */
  readonly steps: readonly (readonly string[])[];
}

/** Name, perhaps with others beside it, then words about them; a group ends in a slash. */
const LINE = /^( *)([a-z0-9]+(?: · [a-z0-9]+)*)(\/?)(?: {2,}|$)/;

/** @returns the floors of the first picture in the text. Throws Error for a line that is none of a picture */
function picturedFloors(markdown: string): readonly Floor[] {
  const [, picture = ''] = /<!-- not run: a picture -->\n```\n([^`]*)\n```/.exec(markdown) ?? [];
  const floors: { rooms: string[]; steps: string[][]; isGroup: boolean }[] = [];
  for (const line of picture.split('\n')) {
    const [, indent, names, slash] = LINE.exec(line) ?? [];
    if (names === undefined) throw new Error(`the picture of the rooms has the line "${line}"`);
    const rooms = names.split(' · ');
    const group = floors.at(-1);
    if (indent === '') floors.push({ rooms, steps: [], isGroup: slash === '/' });
    else if (group?.isGroup) group.steps.push(rooms);
  }
  return floors;
}

const within =
  (group = '') =>
  (rooms: readonly string[]) =>
    rooms.map((room) => `${group}/${room}`);

export const FLOORS = picturedFloors(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'));

const GROUPS = new Set(FLOORS.filter(({ steps }) => steps.length > 0).flatMap((one) => one.rooms));

interface Place {
  readonly floor: number;
  readonly step: number;
}

const PLACES: ReadonlyMap<string, Place> = new Map(
  FLOORS.flatMap(({ rooms, steps }, floor) => {
    const all = steps.length === 0 ? [rooms] : steps.map(within(rooms[0]));
    return all.flatMap((names, step) => names.map((name) => [name, { floor, step }] as const));
  }),
);

/** The files right under server/ are the roof, and `main.ts` stands on it. */
export function placeOf(room: string): Place | undefined {
  if (!room.endsWith('.ts')) return PLACES.get(room);
  return { floor: FLOORS.length + (room === 'main.ts' ? 1 : 0), step: 0 };
}

/** In a group a room is the folder inside; the files beside those folders are its door. */
export function roomOf(path: string): string {
  const [, first = path, second = ''] = path.split('/');
  return GROUPS.has(first) ? `${first}/${second.endsWith('.ts') ? 'door' : second}` : first;
}
