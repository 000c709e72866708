// A recorded request as JSON, and back: its bodies are bytes, which JSON does not have.
import type { SeenRequest, StoredBody } from '../inspector/seen-request.ts';

export const requestText = (request: SeenRequest): string =>
  JSON.stringify({
    ...request,
    body: bodyJson(request.body),
    answer: { ...request.answer, body: bodyJson(request.answer.body) },
  });

export function requestIn(text: string): SeenRequest {
  const request = JSON.parse(text) as SeenRequest;
  return {
    ...request,
    body: bodyIn(request.body),
    answer: { ...request.answer, body: bodyIn(request.answer.body) },
  };
}

const bodyJson = ({ bytes, length }: StoredBody) => ({ bytes: bytes.toString('base64'), length });

const bodyIn = ({ bytes, length }: StoredBody): StoredBody => ({
  bytes: Buffer.from(String(bytes), 'base64'),
  length,
});
