import { whole } from '@satchel/configuration/variables/variable'
import { type Reader, readAll } from '@satchel/http/environment'

const MAX = 1_000_000

/** Limits on the public routes of extensions, for one address and for all addresses together. */
export const VISITORS = {
  requests: whole(
    'SERVICE_VISITOR_REQUESTS',
    [120, 1, MAX],
    'Requests of one visitor to one public route in a minute.',
  ),
  invoices: {
    perItemAndAddress: whole(
      'SERVICE_VISITOR_INVOICES',
      [10, 1, MAX],
      'Invoices of one item for one visitor in a minute.',
    ),
    perItem: whole('SERVICE_VISITOR_INVOICES_PER_ITEM', [30, 1, MAX], 'Invoices of one item in a minute.'),
    perAddress: whole('SERVICE_VISITOR_INVOICES_PER_ADDRESS', [60, 1, MAX], 'Invoices for one visitor in a minute.'),
  },
  unpaid: {
    perAddress: whole('SERVICE_VISITOR_UNPAID', [40, 1, MAX], 'Open unpaid invoices of one item for one visitor.'),
    perItem: whole('SERVICE_VISITOR_UNPAID_PER_ITEM', [100, 1, MAX], 'Open unpaid invoices of one item.'),
  },
  reserved: {
    slots: whole('SERVICE_VISITOR_SLOTS', [2, 1, MAX], 'Times of a calendar that one visitor reserves in an hour.'),
    ticketPercent: whole(
      'SERVICE_VISITOR_TICKET_PERCENT',
      [25, 1, 100],
      'Share of the unsold tickets that one visitor reserves in an hour.',
    ),
  },
}

export type VisitorsConfig = ReturnType<typeof readVisitors>

export const readVisitors = (read: Reader) => readAll(read, VISITORS)
