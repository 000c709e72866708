// Before each of those files.
import { HOST, HOST_ON_POSTGRES } from './sandbanks.ts';

process.env[HOST] = process.env[HOST_ON_POSTGRES];
