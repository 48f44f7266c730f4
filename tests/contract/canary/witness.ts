import type { Answer, CallOptions } from '../../../services/wallet/test/world/open-world.ts'

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
  /** The secrets in a text, plain or in another encoding. */
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
  readonly headers: readonly string[]
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
  const found = (): { answer: Heard; secrets: Kept[] }[] => {
    const search = createSearch(all())
    return answers.map((answer) => ({ answer, secrets: [answer.text, ...answer.headers].flatMap(search) }))
  }
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
      const lines = Object.entries(replyHeaders).map((header) => JSON.stringify(header))
      answers.push({ who: who.name, call: `${method} ${path}`, status, headers: lines, text })
      return { status, headers: replyHeaders, body: parse(text) }
    },
    answers,
    secretsIn: (text) => createSearch(all())(text).map(({ name }) => name),
    leaks: () =>
      found().flatMap(({ answer: { who, call, status }, secrets }) =>
        secrets
          .filter(({ readers }) => status >= 400 || !readers.includes(who))
          .map(({ name }) => `${name} in the ${status} to ${who} for ${call}`),
      ),
    unanswered: () => {
      const read = new Set(
        found().flatMap(({ answer, secrets }) => secrets.filter(({ readers }) => readers.includes(answer.who))),
      )
      return all()
        .filter((secret) => secret.readers.length > 0 && !read.has(secret))
        .map(({ name }) => name)
    },
  }
}

/** In one pass over a text: there are thousands of answers, and hundreds of secrets in ten forms each. */
function createSearch(kept: readonly Kept[]): (text: string) => Kept[] {
  const byStart = new Map<number, { form: string; secret: Kept }[]>()
  for (const secret of kept) {
    for (const form of secret.forms) {
      const start = startOf(form, 0)
      byStart.set(start, [...(byStart.get(start) ?? []), { form, secret }])
    }
  }
  /** Most headers and texts come again and again. */
  const known = new Map<string, Kept[]>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = new Set<Kept>()
    for (let at = 0; at + START <= text.length; at += 1) {
      for (const { form, secret } of byStart.get(startOf(text, at)) ?? [])
        if (text.startsWith(form, at)) found.add(secret)
    }
    known.set(text, [...found])
    return [...found]
  }
}

const START = 4
const startOf = (text: string, at: number): number => {
  let start = 0
  for (let next = at; next < at + START; next += 1) start = Math.imul(start, 257) + text.charCodeAt(next)
  return start | 0
}

/** Plain, and in the encodings of careless programs. */
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
