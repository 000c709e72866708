/**
 * The project's folder, with fixtures/, schemas/ and views/: seen from dist/server/kernel/, and from the bundle,
 * which is as deep (scripts/bundle.mjs).
 */
export const PROJECT_FOLDER = new URL('../../../', import.meta.url);
