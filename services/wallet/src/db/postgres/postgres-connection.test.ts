import { type AddressInfo, connect as connectSocket, createServer, type Socket } from 'node:net'
import { reservePort } from '@satchel/outbound/world/reserve-port'
import { afterEach, expect, inject, test } from 'vitest'
import { connect } from './postgres-connection.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

test('a server that falls silent is disconnected after the deadline, and every query that waits for it rejects', async () => {
  const line = await openLine()
  const connection = await connect({ url: line.url, name: 'test', silenceMs: 300 })
  closing.push(() => connection.end())
  line.fallSilent()
  const waiting = [connection.control('SELECT 1'), connection.query('SELECT 2 AS n'), connection.control('COMMIT')]
  for (const { status } of await Promise.allSettled(waiting)) expect(status).toBe('rejected')
  expect(connection.alive()).toBe(false)
})

test('a statement slower than the last one is waited for until the deadline', async () => {
  const connection = await connect({ url: inject('postgresUrl'), name: 'test', silenceMs: 2000 })
  closing.push(() => connection.end())
  const { rows } = await connection.query<{ n: number }>(`SELECT 1 AS n FROM pg_sleep(0.5)`)
  expect(rows).toEqual([{ n: 1 }])
})

test('of several hosts the first that answers is used, and a host that is down only delays the start', async () => {
  const url = new URL(inject('postgresUrl'))
  const dead = await reservePort()
  const several = url.href.replace(url.host, `127.0.0.1:${dead},${url.host}`)
  const connection = await connect({ url: `${several}?target_session_attrs=read-write`, name: 'test' })
  closing.push(() => connection.end())
  const { rows } = await connection.query<{ name: string }>(`SELECT current_setting('application_name') AS name`)
  expect(rows).toEqual([{ name: 'test' }])
})

test('of several hosts a read-only one is never used', async () => {
  const url = new URL(inject('postgresUrl'))
  const reading = `${url.host},${url.host}`
  const onlyReading = `${url.href.replace(url.host, reading)}?options=-c%20default_transaction_read_only%3Don`
  await expect(connect({ url: onlyReading, name: 'test' })).rejects.toThrow('none of the database hosts accepts writes')
})

/** A line to the test server that can stop forwarding without closing anything. */
async function openLine() {
  const target = new URL(inject('postgresUrl'))
  let silent = false
  const sockets: Socket[] = []
  const line = createServer((client) => {
    const server = connectSocket(Number(target.port), target.hostname)
    sockets.push(client, server)
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => undefined)
      from.on('data', (chunk) => void (silent || to.write(chunk)))
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    return line.close()
  })
  const url = new URL(target)
  url.port = String((line.address() as AddressInfo).port)
  return { url: url.href, fallSilent: () => void (silent = true) }
}
