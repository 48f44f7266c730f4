/** The `:name` segments of a path: `'GET /p/:id/:order'` → `'id' | 'order'`. */
type NamesOf<Path extends string> = Path extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | NamesOf<`/${Rest}`>
  : Path extends `${string}/:${infer Name}`
    ? Name
    : never

/** The parameters of a path, all of them text. */
export type ParamsOf<Path extends string> = Readonly<Record<NamesOf<Path>, string>>
