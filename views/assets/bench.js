// The request log in two panes: a list that is a window on the log, and beside it the request that is chosen. Without
// this, and on a narrow screen, it is a plain list of links. Each slice of the list is the page of the log at an offset.

const bench = document.querySelector('.bench');
const said = document.querySelector('.said');
const field = document.querySelector('.bench-head input');
/** Parts of the bench, once there is room for it. */
let list;
let pane;
let box;
let copying;

/** Rows that one request asks for, and those that are ready above and below what is seen. */
const SLICE = 100;
const SPARE = 15;

/** By their place in the list, from 0, the newest. */
let rows = new Map();
let total = 0;
/** The newest number that this page knows; slices are of what is not newer. */
let last = 0;
/** Another filter makes what is on its way useless. */
let line = '';
/** Place of the request that is chosen; below 0 if none, or if it is not in the list. */
let chosen = -1;

const linkOf = (row) => row.querySelector('a');
const numberOf = (row) => Number(linkOf(row).dataset.number);
const sliceOf = (at) => Math.floor(at / SLICE) * SLICE;
const heightOf = () => list.firstElementChild?.offsetHeight || 28;

async function pageAt(address) {
  const answer = await fetch(address, { headers: { Accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return { ok: answer.ok, main: page.querySelector('main') };
}

/** The rows of a slice, and what the page says of the whole. @param above place of its first row */
async function slice(above, newerThanKnown) {
  const of = line;
  const fields = new URLSearchParams({ ...(of && { q: of }), offset: above, limit: SLICE });
  if (!newerThanKnown) fields.set('before', last + 1);
  const { ok, main } = await pageAt(`requests?${fields}`);
  if (of !== line) return undefined;
  if (!ok) return refuse(main.querySelector('p[lang]'));
  const { dataset } = main.querySelector('.bench');
  const found = [...main.querySelectorAll('.requests > li')];
  return { main, found, total: Number(dataset.total), last: Number(dataset.last) };
}

/** What is wrong with the filter, in place of a list of another one. */
function refuse(why) {
  [rows, total, chosen] = [new Map(), 0, -1];
  said.textContent = '';
  for (const chip of document.querySelectorAll('.bench-line [aria-current]')) {
    chip.ariaCurrent = null;
  }
  why.className = 'empty';
  why.role = 'alert';
  instead(why);
  draw();
}

/** In place of rows. */
function instead(text) {
  box.querySelector('.empty')?.remove();
  if (text !== null) box.prepend(text);
}

const keep = (found, above) => {
  for (const [at, row] of found.entries()) rows.set(above + at, row);
};

/** One at a time: who scrolls far wants what is there in the end, and not what was passed. */
let loading;
const load = (above) => {
  loading ??= loaded(above)
    // The bank has closed: what is there stays.
    .catch(() => false)
    .then((came) => {
      loading = undefined;
      if (came) draw();
      return came;
    });
  return loading;
};

/** Whether the slice came. */
async function loaded(above) {
  const got = await slice(above);
  if (got === undefined) return false;
  keep(got.found, above);
  // The oldest have left the log meanwhile.
  if (got.found.length < SLICE) total = Math.min(total, above + got.found.length);
  return true;
}

/** Shows the rows that are seen, and those near them; a row that has the focus is not taken out and put back. */
function draw() {
  const height = heightOf();
  const first = Math.max(0, Math.floor(box.scrollTop / height) - SPARE);
  const end = Math.min(total, Math.ceil((box.scrollTop + box.clientHeight) / height) + SPARE);
  const shown = [];
  let missing;
  for (let at = first; at < end; at++) {
    if (rows.has(at)) shown.push(at);
    else missing ??= at;
  }
  if (rows.has(chosen) && (chosen < first || chosen >= end)) shown.push(chosen);
  shown.sort((a, b) => a - b);
  const wanted = new Set(shown.map((at) => rows.get(at)));
  for (const row of [...list.children]) if (!wanted.has(row)) row.remove();
  for (const [nth, at] of shown.entries()) {
    const row = rows.get(at);
    row.style.top = `${at * height}px`;
    row.ariaSetSize = String(total);
    row.ariaPosInSet = String(at + 1);
    const link = linkOf(row);
    // One stop for the tab key, as in any list with arrow keys.
    link.tabIndex = at === Math.max(chosen, 0) ? 0 : -1;
    link.ariaCurrent = at === chosen ? 'true' : null;
    if (list.children[nth] !== row) list.insertBefore(row, list.children[nth] ?? null);
  }
  list.style.setProperty('--height', `${total * height}px`);
  if (missing !== undefined && loading === undefined) load(sliceOf(missing));
}

/** What the head of a fresh page says: how many, which chips. */
function takeHead({ main, total: many, last: newest }) {
  total = many;
  last = newest;
  said.textContent = main.querySelector('.said').textContent;
  document.querySelector('.bench-line nav').replaceWith(main.querySelector('.bench-line nav'));
  instead(main.querySelector('.empty'));
}

/** New ones arrived: what is seen stays where it is, unless it is the beginning of the list. */
async function follow() {
  const known = last;
  const got = await slice(0, true);
  if (got === undefined) return;
  const fresh = got.found.findIndex((row) => numberOf(row) <= known);
  const isGap = fresh < 0 && got.found.length === SLICE;
  const count = fresh < 0 ? got.found.length : fresh;
  rows = isGap ? new Map() : new Map([...rows].map(([at, row]) => [at + count, row]));
  if (chosen >= 0) chosen = isGap ? -1 : chosen + count;
  keep(got.found.slice(0, isGap ? SLICE : count), 0);
  takeHead(got);
  list.style.setProperty('--height', `${total * heightOf()}px`);
  if (box.scrollTop > 0) box.scrollTop += count * heightOf();
  draw();
}

async function filter() {
  line = field.value.trim();
  const got = await slice(0, true);
  if (got === undefined) return;
  history.replaceState(
    null,
    '',
    line === '' ? 'requests' : `requests?${new URLSearchParams({ q: line })}`,
  );
  rows = new Map();
  chosen = -1;
  keep(got.found, 0);
  takeHead(got);
  box.scrollTop = 0;
  draw();
}

/** Links and forms of another address lead where they led there. */
function rebase(part, address) {
  for (const [name, tag] of [
    ['href', 'a'],
    ['action', 'form'],
  ]) {
    for (const one of part.querySelectorAll(`${tag}[${name}]`)) {
      const value = one.getAttribute(name);
      if (!value.startsWith('#')) one.setAttribute(name, new URL(value, address).href);
    }
  }
  for (const one of part.querySelectorAll('form:not([action])')) one.action = address;
}

let shownAddress;
async function show(address) {
  shownAddress = address;
  const { ok, main } = await pageAt(address);
  // Another may have been chosen meanwhile.
  if (shownAddress !== address || !ok) return;
  rebase(main, address);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy-as';
  button.textContent = pane.dataset.copyAs;
  button.addEventListener('click', openCopying);
  // Browsers let a page write to the clipboard only over TLS, or on this machine.
  const copies = navigator.clipboard === undefined ? [] : [button];
  pane.replaceChildren(...copies, ...main.childNodes);
  pane.scrollTop = 0;
  pane.dispatchEvent(new CustomEvent('shown', { bubbles: true }));
  history.replaceState(null, '', `${location.search}#${address.split('/').at(-1)}`);
}

let soon;
/** @param at place in the list @param wait ms; a key that is held down asks for the last one alone */
async function choose(at, wait = 80) {
  if (total === 0) return;
  chosen = Math.min(Math.max(at, 0), total - 1);
  const top = chosen * heightOf();
  if (top < box.scrollTop) box.scrollTop = top;
  box.scrollTop = Math.max(box.scrollTop, top + heightOf() - box.clientHeight);
  while (chosen < total && !rows.has(chosen) && (await load(sliceOf(chosen)))) {
    // Another slice may have been on its way.
  }
  draw();
  const row = rows.get(chosen);
  if (row === undefined) return;
  linkOf(row).focus({ preventScroll: true });
  clearTimeout(soon);
  const { href } = linkOf(row);
  // What one reads stays as it is.
  if (href !== shownAddress) soon = setTimeout(() => show(href), wait);
}

/** Below its button, or at the top of the pane where that is scrolled away. The browser gives the focus back. */
function openCopying() {
  const button = pane.querySelector('.copy-as');
  if (button === null) return;
  const { bottom, right } = button.getBoundingClientRect();
  copying.style.top = `${Math.max(bottom, pane.getBoundingClientRect().top)}px`;
  copying.style.right = `${document.documentElement.clientWidth - right}px`;
  copying.showPopover();
  copying.querySelector('button').focus();
}

async function copy(as) {
  const texts = [...pane.querySelectorAll(`[data-copy-as="${as}"]`)].map((one) =>
    one.textContent.trim(),
  );
  if (texts.length === 0) return;
  await navigator.clipboard.writeText(`${texts.join('\n\n')}\n`);
  copying.hidePopover();
  said.textContent = document.querySelector('main').dataset.copied;
}

const KEYS = {
  '/': () => field.select(),
  j: () => choose(chosen + 1),
  k: () => choose(chosen - 1),
  ArrowDown: () => choose(chosen + 1),
  ArrowUp: () => choose(chosen - 1),
  Escape: () => choose(chosen),
  c: openCopying,
};

function onKey(event) {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey || copying.matches(':popover-open')) return;
  const isWriting = target.matches('input, textarea, select');
  if (isWriting && !(key === 'Escape' && target === field)) return;
  // Elsewhere the arrows scroll.
  if (key.startsWith('Arrow') && !list.contains(target)) return;
  const act = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined;
  if (act === undefined) return;
  event.preventDefault();
  act();
}

function begin() {
  [list, pane, box, copying] = ['.requests', '.chosen', '.log', '#copy-as'].map((one) =>
    bench.querySelector(one),
  );
  line = field.value.trim();
  bench.classList.add('two');
  keep([...list.children], 0);
  total = Number(bench.dataset.total);
  last = Number(bench.dataset.last);
  if (/[?&](?:before|after|offset|limit)=/.test(location.search)) filter();
  else draw();
  box.addEventListener('scroll', () => requestAnimationFrame(draw), { passive: true });
  new ResizeObserver(draw).observe(box);
  document.addEventListener('keydown', onKey);
  list.addEventListener('click', (event) => {
    const link = event.target.closest('a');
    if (!wide.matches || link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const row = link.parentElement;
    const at = [...rows].find(([, one]) => one === row)[0];
    // Without a mouse it was Enter: one wants to read.
    const isKey = event.detail === 0;
    choose(at, 0).then(() => isKey && pane.focus());
  });
  pane.addEventListener('click', (event) => {
    const place = event.target.closest('a[href^="#"]')?.getAttribute('href');
    if (place === undefined) return;
    event.preventDefault();
    pane.querySelector(place).scrollIntoView();
  });
  for (const button of copying.querySelectorAll('button')) {
    button.addEventListener('click', () => copy(button.dataset.as));
  }
  let typing;
  field.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(filter, 250);
  });
  field.form.addEventListener('submit', (event) => {
    event.preventDefault();
    clearTimeout(typing);
    filter().then(() => choose(0));
  });
  bench.addEventListener('live', (event) => {
    event.preventDefault();
    follow();
  });
  const [, number] = /^#x(\d+)$/.exec(location.hash) ?? [];
  if (number === undefined) return;
  const at = [...rows].find(([, row]) => numberOf(row) === Number(number))?.[0];
  if (at === undefined) show(new URL(`requests/x${number}`, location.href).href);
  else choose(at, 0);
}

const wide = matchMedia('(min-width: 60rem)');
if (wide.matches) begin();
else wide.addEventListener('change', begin, { once: true });
