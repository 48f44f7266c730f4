export type Environment = Readonly<Record<string, string | undefined>>

/** Reads one variable each, and collects its problems; an empty variable counts as not set. */
export interface Reader {
  optional(name: string): string | undefined
  text(name: string, fallback: string): string
  integer(name: string, fallback: number, min: number, max: number): number
  flag(name: string, fallback: boolean): boolean
  choice<const T extends string>(name: string, choices: readonly T[], fallback: T): T
}
