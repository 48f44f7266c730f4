import type { Connection } from './postgres-connection.ts'

/**
 * What a statement becomes for many sets of parameters, worked out once per connection and text, because the database
 * knows the types of its parameters.
 */
export function rememberTexts<T>(write: (sql: string, types: readonly string[]) => T) {
  const texts = new WeakMap<Connection, Map<string, Promise<T>>>()
  return (connection: Connection, sql: string): Promise<T> => {
    let known = texts.get(connection)
    if (known === undefined) texts.set(connection, (known = new Map()))
    let text = known.get(sql)
    if (text === undefined) {
      text = connection.parameterTypes(sql).then((types) => write(sql, types))
      known.set(sql, text)
      // Asked in a transaction that had failed already, say: asked again next time.
      text.catch(() => known.delete(sql))
    }
    return text
  }
}
