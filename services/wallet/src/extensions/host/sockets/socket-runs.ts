import type { AnyExtension, Socket, SocketRequest } from '@satchel/extension-sdk/extension'
import { forbidden, notFound } from '@satchel/http/service-error'
import { newId } from '../../../base/ids.ts'
import { asServiceError } from '../run/as-service-error.ts'
import type { AnyCtx } from '../run/run-parts.ts'
import type { ServeDeps } from '../serve/serve-items.ts'

type AnySocket = Socket<AnyCtx>

/** A socket of one version of an extension, and where it is. */
export interface PlacedSocket {
  readonly extension: AnyExtension
  /** Below `/{ext}`. */
  readonly path: string
}

/** A request for a connection. */
export interface SocketVisit {
  readonly request: SocketRequest
  /** Address of the visitor, as the key of limits. */
  readonly address: string
}

/** The runs of one connection. */
export interface SocketRuns {
  /** `other`: another version of the extension is in use. */
  state(): 'in use' | 'other' | 'gone'
  /** The channel that it may listen on. */
  open(): Promise<string>
  /** False: the extension takes no messages. */
  hasMessages(): boolean
  /** The answer of the extension. */
  message(text: string): Promise<unknown>
  heartbeat(): Promise<void>
  close(): Promise<void>
}

/** Messages of one address to one package; each is a run in the sandbox. */
const MAX_MESSAGES_A_MINUTE = 600

const socketOf = ({ extension, path }: PlacedSocket): AnySocket | undefined =>
  (extension.sockets as Readonly<Record<string, AnySocket>> | undefined)?.[path]

/** The channel of a listener; 403 if the extension rejects it. */
export async function openChannel(
  { host, system }: ServeDeps,
  placed: PlacedSocket,
  { request, address }: SocketVisit,
): Promise<string> {
  const { extension } = placed
  const present = system.find(extension.manifest.id)
  const socket = socketOf(placed)
  if (socket === undefined || present === undefined || !present.available) throw notFound('Not found.')
  const trigger = { by: 'visitor', address } as const
  const channel = await host.run(extension, { trigger }, (ctx) => socket.open(request, ctx))
  if (channel === null) throw forbidden('The extension rejects this connection.', { code: 'connection_rejected' })
  return channel
}

/** How often one address may do something with a package. Throws 429. */
export function takeQuota({ host }: ServeDeps, name: string, most: number): void {
  try {
    host.quota.take(name, most, 'Too often; try again in a minute.')
  } catch (error) {
    throw asServiceError(error)
  }
}

export function socketRuns(deps: ServeDeps, placed: PlacedSocket, visit: SocketVisit): SocketRuns {
  const { host, system } = deps
  const extId = placed.extension.manifest.id
  const isPackage = system.find(extId)?.runtime === 'js'
  const { request, address } = visit
  const trigger = { by: 'visitor', address } as const
  const connection = { id: newId(), request }
  /** The socket's current definition: a package may have been removed or updated. */
  const current = (): PlacedSocket | undefined => {
    if (!isPackage) return placed
    const present = system.find(extId)
    return present?.available === true ? { ...placed, extension: present.definition } : undefined
  }
  const notify = async (what: 'heartbeat' | 'close'): Promise<void> => {
    const now = current()
    const socket = now && socketOf(now)
    if (now === undefined || socket?.[what] === undefined) return
    await host.run(now.extension, { trigger }, async (ctx) => socket[what]?.(connection, ctx))
  }
  return {
    state() {
      if (system.find(extId)?.available !== true) return 'gone'
      return current()?.extension === placed.extension ? 'in use' : 'other'
    },
    open: () => openChannel(deps, placed, visit),
    hasMessages: () => socketOf(placed)?.message !== undefined,
    async message(text) {
      if (isPackage) takeQuota(deps, `${extId} messages ${address}`, MAX_MESSAGES_A_MINUTE)
      return host.run(placed.extension, { trigger }, async (ctx) => socketOf(placed)?.message?.(text, request, ctx))
    },
    heartbeat: () => notify('heartbeat'),
    close: () => notify('close'),
  }
}
