import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { connect } from './postgres-connection.ts'
import { listHosts } from './postgres-hosts.ts'

/** The certificates that the PostgreSQL servers show, each on a connection of its own; none without TLS. */
export async function serverCertificates(url: string): Promise<readonly X509Certificate[]> {
  const shown = await Promise.allSettled(listHosts(url).map((host) => certificateOf(host)))
  const answers = shown.filter((one) => one.status === 'fulfilled')
  if (answers.length === 0) throw new Error('no PostgreSQL server answers')
  return answers.flatMap(({ value }) => value ?? [])
}

async function certificateOf(url: string): Promise<X509Certificate | undefined> {
  const connection = await connect({ url, name: 'satchel certificate' })
  try {
    // The driver has this property, but its types do not.
    const { stream } = (connection.client as unknown as { connection: { stream: Socket } }).connection
    return stream instanceof TLSSocket ? stream.getPeerX509Certificate() : undefined
  } finally {
    await connection.end()
  }
}
