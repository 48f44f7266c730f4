/**
 * The rows of `due` in turns: the first of each account, then the second of each, and so on; within an account its
 * destinations take turns. `due`: a query with the columns account, destination, due_at and seq, in any order. Answers
 * the columns place (1 = comes first) and found (the seq). `limit`: how many at most, a parameter; the accounts to leave
 * out are the parameters after it.
 */
export const inFairOrder = (due: string, limit: `$${number}`, without: readonly string[] = []): string =>
  `SELECT place, seq AS found FROM (
     SELECT due_at, seq, ROW_NUMBER() OVER (PARTITION BY account ORDER BY turn, due_at, seq) AS place FROM (
       SELECT account, due_at, seq, ROW_NUMBER() OVER (PARTITION BY account, destination ORDER BY due_at, seq) AS turn
       FROM (${due}) AS due ${exceptFor(Number(limit.slice(1)), without)}
     ) AS turns
   ) AS places ORDER BY place, due_at, seq LIMIT ${limit}`

const exceptFor = (last: number, accounts: readonly string[]): string =>
  accounts.length === 0 ? '' : `WHERE account NOT IN (${accounts.map((_, at) => `$${last + at + 1}`).join(', ')})`
