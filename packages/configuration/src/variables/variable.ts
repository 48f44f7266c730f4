/** Who reads a variable: `npm start` reads its own before it starts the two services. */
export type Reads = 'wallet' | 'prices' | 'start' | 'rekey' | 'import'

/** One row of the table of all variables: what the reference page shows, and what the readers ask for. */
export interface Variable {
  readonly name: string
  readonly by: readonly Reads[]
  readonly kind: 'text' | 'integer' | 'flag' | 'choice' | 'list'
  /** As an operator would write it; undefined = unset, or as `varies` says. */
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

export const whole = (
  name: string,
  [usual, min, max]: readonly [number | string, number, number],
  about: string,
  more: More = {},
): Variable => ({
  ...WALLET,
  name,
  kind: 'integer',
  ...(typeof usual === 'number' ? { default: String(usual) } : { varies: usual }),
  min,
  max,
  about,
  ...more,
})

export const flag = (name: string, usual: boolean, about: string, more: More = {}): Variable => ({
  ...WALLET,
  name,
  kind: 'flag',
  default: String(usual),
  about,
  ...more,
})

export const choice = (
  name: string,
  choices: readonly string[],
  usual: string | undefined,
  about: string,
  more: More = {},
): Variable => ({
  ...WALLET,
  name,
  kind: 'choice',
  choices,
  ...(usual === undefined ? {} : { default: usual }),
  about,
  ...more,
})

export const text = (name: string, about: string, more: More = {}): Variable => ({
  ...WALLET,
  name,
  kind: 'text',
  about,
  ...more,
})

export const secret = (name: string, about: string, more: More = {}): Variable =>
  text(name, about, { secret: 'whole', ...more })

export const list = (name: string, about: string, more: More = {}): Variable => ({
  ...WALLET,
  name,
  kind: 'list',
  about,
  ...more,
})
