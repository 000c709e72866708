// Before the conformance tests that run on PostgreSQL too: a host beside the other.
import { HOST_ON_POSTGRES } from './sandbanks.ts';
import { startHostOf } from './start-host.ts';

export default (): Promise<void> => startHostOf(HOST_ON_POSTGRES, true);
