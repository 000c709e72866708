// After the last test file that needed a Sandbank or a browser.
import removeKeyFolder from './remove-key-folder.ts';
import { stopBrowser } from './start-browser.ts';
import { stopHosts } from './start-host.ts';

export default async function stopHost(): Promise<void> {
  await Promise.all([stopHosts(), stopBrowser()]);
  await removeKeyFolder();
}
