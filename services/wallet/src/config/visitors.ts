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

export const readVisitors = (read: Reader): VisitorsConfig => ({
  requests: read.integer('SERVICE_VISITOR_REQUESTS', 120, 1, MAX),
  invoices: {
    perItem: read.integer('SERVICE_VISITOR_INVOICES_PER_ITEM', 30, 1, MAX),
    perAddress: read.integer('SERVICE_VISITOR_INVOICES_PER_ADDRESS', 60, 1, MAX),
    perItemAndAddress: read.integer('SERVICE_VISITOR_INVOICES', 10, 1, MAX),
  },
  unpaid: {
    perItem: read.integer('SERVICE_VISITOR_UNPAID_PER_ITEM', 100, 1, MAX),
    perAddress: read.integer('SERVICE_VISITOR_UNPAID', 40, 1, MAX),
  },
  reserved: {
    slots: read.integer('SERVICE_VISITOR_SLOTS', 2, 1, MAX),
    ticketPercent: read.integer('SERVICE_VISITOR_TICKET_PERCENT', 25, 1, 100),
  },
})
