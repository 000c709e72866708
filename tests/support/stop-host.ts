// After the last test file that needed a Sandbank.
import removeKeyFolder from './remove-key-folder.ts';
import { stopHosts } from './start-host.ts';

export default async function stopHost(): Promise<void> {
  await stopHosts();
  await removeKeyFolder();
}
