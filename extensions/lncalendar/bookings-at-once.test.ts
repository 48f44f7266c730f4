import type { AnyExtension, Route } from '@satchel/extension-sdk/extension'
import type { Shape } from '@satchel/extension-sdk/shape'
import { expect, onTestFinished, test } from 'vitest'
import { activateExtension } from '../../services/wallet/test/world/extensions/activate-extension.ts'
import { openWorld } from '../../services/wallet/test/world/open-world.ts'
import { LOGIC_DIALECTS } from '../../services/wallet/test/world/test-database.ts'
import type { CalendarCtx } from './fields.ts'
import { LNCALENDAR } from './lncalendar.ts'

const BOOK = 'POST /public/:id/appointments'

type AnyRoute = Route<Shape, CalendarCtx, Readonly<Record<string, string>>, Shape, Shape>

/** Runs `meanwhile` before a booking checks whether its slot is taken. */
function interrupted(meanwhile: () => Promise<void>): AnyExtension {
  const routes = LNCALENDAR.routes as Readonly<Record<string, AnyRoute>>
  const { [BOOK]: book } = routes
  if (book === undefined) throw new Error('the calendar takes no bookings')
  const handle: AnyRoute['handle'] = (request, ctx) => {
    const appointments = ctx.table('appointments')
    const watched: typeof appointments = {
      ...appointments,
      async find(query) {
        if (query?.where !== undefined && 'slot' in query.where) await meanwhile()
        return appointments.find(query)
      },
    }
    const table = (name: 'appointments' | 'unavailable') => (name === 'appointments' ? watched : ctx.table(name))
    return book.handle(request, { ...ctx, table: table as CalendarCtx['table'] })
  }
  return { ...LNCALENDAR, routes: { ...routes, [BOOK]: { ...book, handle } } } as AnyExtension
}

test.each(LOGIC_DIALECTS)(
  'a slot that is booked while another booking checks it is not given away, on %s',
  async (dialect) => {
    let isFirst = true
    const inBetween: { readonly status: number }[] = []
    const calendar = interrupted(async () => {
      if (!isFirst) return
      isFirst = false
      inBetween.push(await book())
    })
    const world = await openWorld({ dialect, builtIns: [calendar] })
    onTestFinished(() => world.close())
    const owner = await world.openWallet()
    await activateExtension(world, owner, 'lncalendar')
    const { body: made } = await world.call('POST', '/lncalendar/api/v1/', {
      key: owner.adminKey,
      body: { name: 'Lesson', start_day: 0, end_day: 6, start_time: '00:00', end_time: '23:30', amount: 21 },
    })
    const base = `/lncalendar/public/${made.id}`
    const [slot] = (await world.call('GET', `${base}/slots`)).body
    const book = () => world.call('POST', `${base}/appointments`, { body: { name: 'Ada', start: slot.start } })
    expect(await book()).toMatchObject({ status: 400, body: { detail: 'This slot is taken.' } })
    expect(inBetween).toMatchObject([{ status: 201 }])
    const listed = await world.call('GET', `/lncalendar/api/v1/${made.id}/appointments`, { key: owner.adminKey })
    expect(listed.body).toMatchObject([{ state: 'held' }])
  },
)
