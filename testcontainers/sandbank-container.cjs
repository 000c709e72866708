// `sandbank/testcontainers`: a container with a bank in it, by the conventions of Testcontainers' own modules.
// CommonJS, because both import and require read that as it is; Testcontainers is CommonJS as well.
const { randomBytes } = require('node:crypto');
const { AbstractStartedContainer, GenericContainer, Wait } = require('testcontainers');

const PORT = 8080;

class SandbankContainer extends GenericContainer {
  #controlToken = randomBytes(24).toString('hex');

  constructor(image) {
    super(image);
    this.withExposedPorts(PORT)
      .withEnvironment({ SANDBANK_DATA: 'memory' })
      .withWaitStrategy(Wait.forHttp('/health', PORT));
  }

  withControlToken(token) {
    this.#controlToken = token;
    return this;
  }

  async start() {
    this.withEnvironment({ SANDBANK_CONTROL_TOKEN: this.#controlToken });
    return new StartedSandbankContainer(await super.start(), this.#controlToken);
  }
}

class StartedSandbankContainer extends AbstractStartedContainer {
  #controlToken;

  constructor(started, controlToken) {
    super(started);
    this.#controlToken = controlToken;
  }

  getUrl() {
    return `http://${this.getHost()}:${this.getMappedPort(PORT)}`;
  }

  getControlToken() {
    return this.#controlToken;
  }

  async createCertificate(request = {}) {
    const answer = await fetch(`${this.getUrl()}/_sandbox/certificates`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.#controlToken}`,
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(request),
    });
    if (!answer.ok) throw new Error(`no certificate: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}

exports.SandbankContainer = SandbankContainer;
exports.StartedSandbankContainer = StartedSandbankContainer;
