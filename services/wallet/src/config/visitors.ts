import { whole } from '@satchel/configuration/variables/variable'
import type { Reader } from '@satchel/http/environment'

/** Limits on the public routes of extensions, for one address and for all addresses together. */
export interface VisitorsConfig {
  /** Requests of one address to one route in a minute, where the route has no limit itself. */
  readonly requests: number
  /** Made in a minute. */
  readonly invoices: {
    readonly perItem: number
    /** Of all items. */
    readonly perAddress: number
    /** Of one item. */
    readonly perItemAndAddress: number
  }
  /** Invoices of one item that are neither paid nor expired. */
  readonly unpaid: { readonly perItem: number; readonly perAddress: number }
  /** Unpaid reservations of one address per hour. */
  readonly reserved: {
    /** Times of one calendar. */
    readonly slots: number
    /** Of the tickets of one event that are not sold. */
    readonly ticketPercent: number
  }
}

const MAX = 1_000_000

export const VISITORS = {
  requests: whole(
    'SERVICE_VISITOR_REQUESTS',
    [120, 1, MAX],
    'Requests of one visitor to one public route in a minute.',
  ),
  invoices: whole('SERVICE_VISITOR_INVOICES', [10, 1, MAX], 'Invoices of one item for one visitor in a minute.'),
  invoicesPerItem: whole('SERVICE_VISITOR_INVOICES_PER_ITEM', [30, 1, MAX], 'Invoices of one item in a minute.'),
  invoicesPerAddress: whole(
    'SERVICE_VISITOR_INVOICES_PER_ADDRESS',
    [60, 1, MAX],
    'Invoices for one visitor in a minute.',
  ),
  unpaid: whole('SERVICE_VISITOR_UNPAID', [40, 1, MAX], 'Open unpaid invoices of one item for one visitor.'),
  unpaidPerItem: whole('SERVICE_VISITOR_UNPAID_PER_ITEM', [100, 1, MAX], 'Open unpaid invoices of one item.'),
  slots: whole('SERVICE_VISITOR_SLOTS', [2, 1, MAX], 'Times of a calendar that one visitor reserves in an hour.'),
  ticketPercent: whole(
    'SERVICE_VISITOR_TICKET_PERCENT',
    [25, 1, 100],
    'Share of the unsold tickets that one visitor reserves in an hour.',
  ),
}

export const readVisitors = (read: Reader): VisitorsConfig => ({
  requests: read(VISITORS.requests),
  invoices: {
    perItem: read(VISITORS.invoicesPerItem),
    perAddress: read(VISITORS.invoicesPerAddress),
    perItemAndAddress: read(VISITORS.invoices),
  },
  unpaid: {
    perItem: read(VISITORS.unpaidPerItem),
    perAddress: read(VISITORS.unpaid),
  },
  reserved: {
    slots: read(VISITORS.slots),
    ticketPercent: read(VISITORS.ticketPercent),
  },
})
