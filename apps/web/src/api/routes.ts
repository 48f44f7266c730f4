import type { OPERATIONS, Operations } from '@satchel/client/operations'

type Table = typeof OPERATIONS

/** Maps `'GET /api/v1/wallets'` to input and answer of the operation. Types only: the bundle has no table. */
export type Routes = {
  [Name in keyof Operations as `${Table[Name][0]} ${Table[Name][1]}`]: Operations[Name]
}

export type Route = keyof Routes

/** The body, query and path parameters of a route. */
export type InputOf<Name extends Route> = Omit<Routes[Name], 'answer'>

export type AnswerOf<Name extends Route> = Routes[Name]['answer']
