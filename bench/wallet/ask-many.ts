import { type Asked, askAll, writeRequest } from './ask-all.ts'
import type { BenchWallet } from './wallet-server.ts'

/** So many requests over HTTP, of the same kind. */
export interface Many {
  readonly port: number
  readonly count: number
  readonly connections?: number
  readonly request: (index: number) => string
  /** Any other answer is an error. */
  readonly status: number
  readonly onBody?: (body: string) => void
}

const CONNECTIONS = 192

export function askMany({ port, count, connections = CONNECTIONS, request, status, onBody }: Many): Promise<Asked> {
  let index = 0
  return askAll({
    port,
    connections,
    next: () => (index < count ? request(index++) : undefined),
    onAnswer: (answered, body) => {
      if (answered !== status) throw new Error(`${request(0).split('\r\n')[0]}: ${answered} ${body}`)
      onBody?.(body)
    },
  })
}

/** Invoices in the order of their answers. */
export async function makeInvoices(port: number, count: number, amount: number, payee: (index: number) => BenchWallet) {
  const invoices: string[] = []
  await askMany({
    port,
    count,
    request: (index) =>
      writeRequest(port, 'POST', '/api/v1/payments', { 'X-Api-Key': payee(index).inkey }, { out: false, amount }),
    status: 201,
    onBody: (body) => invoices.push((JSON.parse(body) as { payment_request: string }).payment_request),
  })
  return invoices
}

export const payInvoices = (
  port: number,
  invoices: readonly string[],
  payer: (index: number) => BenchWallet,
): Promise<Asked> =>
  askMany({
    port,
    count: invoices.length,
    request: (index) => {
      const headers = { 'X-Api-Key': payer(index).adminkey }
      return writeRequest(port, 'POST', '/api/v1/payments', headers, { out: true, bolt11: invoices[index] })
    },
    status: 201,
  })
