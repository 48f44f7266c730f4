/** Readers of a variable: `npm start` reads its own before it starts the two services. */
export type Reads = 'wallet' | 'prices' | 'start' | 'rekey' | 'import'

/** A variable, declared beside its reader: what the reader asks for, and what the reference page shows. */
export interface Variable {
  readonly name: string
  readonly by: readonly Reads[]
  readonly kind: 'text' | 'integer' | 'flag' | 'choice' | 'list'
  /** As an operator would write it; undefined = unset, or as in `varies`. */
  readonly default?: string
  /** What the default depends on, in a few words of Markdown. */
  readonly varies?: string
  readonly min?: number
  readonly max?: number
  readonly choices?: readonly string[]
  /** `whole`: the value is a secret; `password`: a URL that may hold a password. */
  readonly secret?: 'whole' | 'password'
  /** One sentence, in Markdown. */
  readonly about: string
}

type More = Partial<Pick<Variable, 'by' | 'varies' | 'secret' | 'default'>>

const WALLET = { by: ['wallet'] } as const

/** `usual`: the default, or in a few words of Markdown what it depends on; the reader passes it then. */
export const whole = (
  name: string,
  [usual, min, max]: readonly [usual: number | string, min: number, max: number],
  about: string,
  more: More = {},
) => {
  const fallback = typeof usual === 'number' ? { default: String(usual) } : { varies: usual }
  return { ...WALLET, name, kind: 'integer', ...fallback, min, max, about, ...more } as const
}

export const flag = (name: string, usual: boolean, about: string, more: More = {}) =>
  ({ ...WALLET, name, kind: 'flag', default: String(usual), about, ...more }) as const

export const choice = <const T extends string>(
  name: string,
  choices: readonly T[],
  usual: T | undefined,
  about: string,
  more: More = {},
) => ({ ...WALLET, name, kind: 'choice', choices, ...(usual && { default: usual }), about, ...more }) as const

export const text = <const M extends More>(name: string, about: string, more?: M) =>
  ({ ...WALLET, name, kind: 'text', about, ...(more as M) }) as const

export const secret = (name: string, about: string, more: More = {}) => text(name, about, { secret: 'whole', ...more })

export const list = (name: string, about: string, more: More = {}) =>
  ({ ...WALLET, name, kind: 'list', about, ...more }) as const
