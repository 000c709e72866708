/** TLS-02: whether the bank asks TLS clients for a certificate, and whether `/v1` needs it. */
export const MTLS = ['off', 'request', 'require'] as const;

export type Mtls = (typeof MTLS)[number];
