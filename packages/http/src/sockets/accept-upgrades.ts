import type { EventEmitter } from 'node:events'
import { type IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const REFUSED_AFTER_MS = 2000

interface Door {
  readonly path: RegExp
  readonly accepted: EventEmitter
}

const doors = new WeakMap<Server, Door[]>()

/**
 * Accepts only WebSocket requests of the given path as upgrades, emitted on `accepted`. Other upgrade requests are
 * answered as plain requests: some HTTP clients offer `h2c` with each request. A server may have several such paths.
 */
export function acceptUpgrades(server: Server, path: RegExp, accepted: EventEmitter): void {
  const known = doors.get(server)
  if (known === undefined) doors.set(server, guardUpgrades(server, [{ path, accepted }]))
  else known.push({ path, accepted })
}

function guardUpgrades(server: Server, open: Door[]): Door[] {
  const doorOf = ({ url = '/', headers }: IncomingMessage): Door | undefined =>
    headers.upgrade?.toLowerCase() === 'websocket' ? open.find(({ path }) => path.test(url)) : undefined
  // Node from 24.9 on calls this for each request; older versions emit every upgrade once there is a listener.
  if ('shouldUpgradeCallback' in server) {
    Object.assign(server, { shouldUpgradeCallback: (request: IncomingMessage) => doorOf(request) !== undefined })
  }
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const door = doorOf(request)
    if (door === undefined) return answerPlainly(server, request, socket)
    // Close the connection of a rejected client; `ws` removes this timeout from those it accepts.
    socket.setTimeout(REFUSED_AFTER_MS, () => socket.destroy())
    door.accepted.emit('upgrade', request, socket, head)
  })
  return open
}

/** Node no longer manages an upgraded connection, so it closes after the answer. */
function answerPlainly(server: Server, request: IncomingMessage, socket: Socket): void {
  socket.on('error', () => socket.destroy())
  const response = new ServerResponse(request)
  response.shouldKeepAlive = false
  response.assignSocket(socket)
  response.on('finish', () => socket.end())
  server.emit('request', request, response)
}
