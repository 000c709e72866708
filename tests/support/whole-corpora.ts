// Before each test file of `npm run test:all` that takes a sample in `npm test`.
import { CORPUS } from './corpus.ts';

process.env[CORPUS] = 'whole';
