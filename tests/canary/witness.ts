import type { Answer, CallOptions } from '../../services/wallet/world/open-world.ts'

export interface Caller extends Pick<CallOptions, 'key' | 'token'> {
  readonly name: string
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Records every answer of the service, and knows every secret (rule D3). */
export interface Witness {
  /** From now on the text is a secret; only `readers` may receive it, and only in successful answers. */
  keep(name: string, text: string, ...readers: string[]): string
  ask(who: Caller, method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  readonly answers: readonly Heard[]
  /** Which secrets stand in a text, in the clear or merely written in another way. */
  secretsIn(text: string): string[]
  /** `secret in answer`, of every answer that should not have it. */
  leaks(): string[]
  /** Secrets that none of their readers ever received: those prove nothing. */
  unanswered(): string[]
}

interface Heard {
  readonly who: string
  readonly call: string
  readonly status: number
  readonly text: string
}

interface Kept {
  readonly name: string
  readonly readers: readonly string[]
  readonly forms: readonly string[]
}

export function createWitness(url: string): Witness {
  const kept = new Map<string, Kept>()
  const answers: Heard[] = []
  const all = () => [...kept.values()]
  const isIn = (text: string) => (secret: Kept) => secret.forms.some((form) => text.includes(form))
  return {
    keep(name, text, ...readers) {
      if (text.length < 10) throw new Error(`${name} is too short to be searched for`)
      kept.set(text, { name, readers, forms: formsOf(text) })
      return text
    },
    async ask(who, method, path, body, headers = {}) {
      const answer = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(who.key !== undefined && { 'x-api-key': who.key }),
          ...(who.token !== undefined && { authorization: `Bearer ${who.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const [text, replyHeaders] = [await answer.text(), Object.fromEntries(answer.headers)]
      const { status } = answer
      answers.push({
        who: who.name,
        call: `${method} ${path}`,
        status,
        text: `${JSON.stringify(replyHeaders)}\n${text}`,
      })
      return { status, headers: replyHeaders, body: parse(text) }
    },
    answers,
    secretsIn: (text) =>
      all()
        .filter(isIn(text))
        .map(({ name }) => name),
    leaks: () =>
      answers.flatMap(({ who, call, status, text }) =>
        all()
          .filter(({ readers }) => status >= 400 || !readers.includes(who))
          .filter(isIn(text))
          .map(({ name }) => `${name} in the ${status} to ${who} for ${call}`),
      ),
    unanswered: () =>
      all()
        .filter(({ readers }) => readers.length > 0)
        .filter((secret) => !answers.some(({ who, text }) => secret.readers.includes(who) && isIn(text)(secret)))
        .map(({ name }) => name),
  }
}

/** As it is, and in the ways in which a careless program writes it. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const raw = /^([0-9a-f]{2})+$/.test(text) ? [Buffer.from(text, 'hex')] : []
  return [
    text,
    text.toUpperCase(),
    text.replaceAll('-', ''),
    encodeURIComponent(text),
    bytes.toString('hex'),
    ...[bytes, ...raw].flatMap((one) => [one.toString('base64').replace(/=+$/, ''), one.toString('base64url')]),
    ...raw.map((one) => one.toString('latin1')),
  ]
}

function parse(text: string): Answer['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
