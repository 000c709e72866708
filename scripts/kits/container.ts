// SandbankContainer, compiled strictly, and with a bank in place of the container: no Docker engine runs where this
// is checked. Arguments: the bank's address and its control token.
import assert from 'node:assert/strict';
import { SandbankContainer, type StartedSandbankContainer } from 'sandbank/testcontainers';
import { GenericContainer, type StartedTestContainer } from 'testcontainers';

const [, , url = '', token = ''] = process.argv;
const { hostname, port, origin } = new URL(url);
GenericContainer.prototype.start = async () =>
  ({
    getHost: () => hostname,
    getMappedPort: () => Number(port),
  }) as unknown as StartedTestContainer;

class Looked extends SandbankContainer {
  settings() {
    return { ports: this.exposedPorts, environment: this.environment };
  }
}

const container = new Looked('sandbank').withControlToken(token);
const started: StartedSandbankContainer = await container.start();
assert.deepEqual(container.settings(), {
  ports: [8080],
  environment: { SANDBANK_DATA: 'memory', SANDBANK_CONTROL_TOKEN: token },
});
assert.equal(started.getUrl(), origin);
assert.equal(started.getControlToken(), token);
const { keyId, privateKey } = await started.createCertificate({ roles: ['PSP_AI'] });
assert.match(keyId, /^SN=/);
assert.match(privateKey, /PRIVATE KEY/);
