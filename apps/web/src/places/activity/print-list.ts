import { errorText } from '../../language/error-text.ts'
import { t } from '../../language/language.ts'
import { print } from '../../parts/print.ts'
import { say } from '../../parts/toast.tsx'
import type { Filter } from './filter.ts'
import { loadedOf, readMore } from './use-payments.ts'

const MAX_ROWS = 1000
const PAGE_SIZE = 100

/** Loads and prints all payments of the filter, not only the loaded ones. */
export async function printList(filter: Filter): Promise<void> {
  try {
    while ((loadedOf(filter)?.rows.length ?? MAX_ROWS) < MAX_ROWS && loadedOf(filter)?.cursor !== undefined)
      await readMore(filter, PAGE_SIZE)
  } catch (error) {
    say(errorText(error), 'bad')
    return
  }
  const { rows, cursor } = loadedOf(filter) ?? {}
  if (cursor !== undefined) say(t('activity.print-first', { count: rows?.length ?? 0 }))
  // Wait until the loaded rows are rendered.
  setTimeout(() => print('main'), 100)
}
