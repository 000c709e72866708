// What the operating system refused, in words for the person who runs the program.

/** By the system's code. Each ends a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not do that there',
  EBUSY: 'another program is using it',
  EDQUOT: "this user's share of the disk is used up",
  EEXIST: 'there is a file of that name',
  EIO: 'the disk reports an error',
  EISDIR: 'it is a folder, not a file',
  ELOOP: 'its links lead back to themselves',
  EMFILE: 'this process has too many open files (ulimit -n)',
  ENAMETOOLONG: 'the name is too long',
  ENFILE: 'this machine has too many open files',
  ENOENT: 'there is no such file or folder',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENOTSUP: 'that file system cannot do it',
  EPERM: 'this user may not do that there',
  EPIPE: 'the program that read it has ended',
  EROFS: 'that file system can only be read',
};

/** What was refused, after the file that it is about. */
export function systemSentence(error: unknown): string {
  const { path } = error as { readonly path?: unknown };
  const file = typeof path === 'string' && path !== '' ? `${path}: ` : '';
  return file + systemReason(error);
}

/** The message of an error that is not the system's stays as it is. */
export function systemReason(error: unknown): string {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const known = typeof code === 'string' ? REASONS[code] : undefined;
  return known ?? (typeof message === 'string' ? message : String(error));
}
