// After the last test file that needed a Sandbank.
import removeKeyFolder from './remove-key-folder.ts';
import { stopHost as stop } from './start-host.ts';

export default async function stopHost(): Promise<void> {
  await stop();
  await removeKeyFolder();
}
