import type { Socket, SocketRequest } from '@satchel/extension-sdk/extension'
import { parseJson } from '@satchel/json/parse-json'
import { type Device, type DeviceCtx, isOnline, seconds } from './fields.ts'
import { acknowledge, sendOpenTriggers } from './triggers.ts'

const LEASE_SECONDS = 90
/** Heartbeats come every 30 s. */
const RENEWED_AFTER_SECONDS = 20

/**
 * Only a client with the device token can connect, unless the owner allows all. It receives switch events and
 * acknowledges them.
 */
export const DEVICE_SOCKET: Socket<DeviceCtx, { readonly id: string }> = {
  async open({ params, query, headers }, ctx) {
    const { token = bearerOf(headers['authorization']), format = 'text' } = query
    const item = await ctx.items.get(params.id)
    if (item === null || !(item.open_socket || (token !== undefined && item.device_token === ctx.hash(token))))
      return null
    return format === 'text' || format === 'json' ? `${item.id} ${format}` : null
  },
  async heartbeat({ id, request }, ctx) {
    const item = await ctx.items.get(request.params.id)
    if (item === null) return
    const known = await findConnection(ctx, item.id)
    const isNew = known?.connection !== id
    const format = formatOf(request)
    if (known === undefined) await ctx.table('devices').insert({ item: item.id, connection: id, format }, item.wallet)
    else if (isNew) await ctx.table('devices').update(known.id, { connection: id, format })
    const until = seconds(ctx) + LEASE_SECONDS
    if (until - (item.online_until ?? 0) >= RENEWED_AFTER_SECONDS)
      await ctx.items.update(item.id, { online_until: until })
    await sendOpenTriggers(ctx, item.id, { format, again: isNew })
  },
  async close({ id, request }, ctx) {
    const known = await findConnection(ctx, request.params.id)
    if (known?.connection !== id) return
    await ctx.table('devices').remove(known.id)
    if ((await ctx.items.get(known.item)) !== null) await ctx.items.update(known.item, { online_until: undefined })
  },
  async message(text, { params }, ctx) {
    const event = readAcknowledgement(text)
    if (event !== undefined) await acknowledge(ctx, params.id, event)
    return undefined
  },
}

/** The format that the connected device reads; undefined = no device is connected. */
export async function onlineFormat(ctx: DeviceCtx, item: Device): Promise<'text' | 'json' | undefined> {
  if (!isOnline(item, ctx)) return undefined
  return (await findConnection(ctx, item.id))?.format === 'json' ? 'json' : 'text'
}

const formatOf = ({ query }: Pick<SocketRequest, 'query'>): 'text' | 'json' =>
  query.format === 'json' ? 'json' : 'text'

const bearerOf = (header: string | undefined): string | undefined => /^bearer +(\S+)$/i.exec(header ?? '')?.[1]

const findConnection = async (ctx: DeviceCtx, itemId: string) =>
  (await ctx.table('devices').find({ where: { item: itemId }, limit: 1 }))[0]

/** `{"ack": EVENT}`; other messages are ignored. */
function readAcknowledgement(text: string): string | undefined {
  try {
    const message = parseJson(text) as { readonly ack?: unknown } | null
    return typeof message?.ack === 'string' ? message.ack : undefined
  } catch {
    return undefined
  }
}
