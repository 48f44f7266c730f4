import type { OPERATIONS, Operations } from '@satchel/client/operations'

type Table = typeof OPERATIONS

/** `'GET /api/v1/wallets'` → what the operation asks for and answers. Types only: no table is in the bundle. */
export type Routes = {
  [Name in keyof Operations as `${Table[Name][0]} ${Table[Name][1]}`]: Operations[Name]
}

export type Route = keyof Routes

/** The body, query and path parameters of a route. */
export type InputOf<Name extends Route> = Omit<Routes[Name], 'answer'>

export type AnswerOf<Name extends Route> = Routes[Name]['answer']
