/** Runs `work`; throws `refusal` when it violates a unique key, on either database. */
export async function refusingDuplicates<T>(work: () => Promise<T>, refusal: () => Error): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw isUniqueViolation(error) ? refusal() : error
  }
}

const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY'].includes(String(error.code))
