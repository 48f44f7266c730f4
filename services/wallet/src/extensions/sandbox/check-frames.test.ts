import type { Block } from '@satchel/extension-sdk/page'
import { describe, expect, test } from 'vitest'
import { checkFrames } from './check-frames.ts'
import { checkReply } from './check-reply.ts'

const route = (access: 'public' | 'lnurl' | 'invoice' | 'admin') => ({ access, summary: 'A route' })
const DESCRIBED = {
  frames: ['game.html', 'game.js', 'levels/two.html'],
  routes: {
    'GET /p/:id': route('public'),
    'POST /public/:id/score': route('public'),
    'GET /api/v1/:id/scores': route('invoice'),
    'POST /api/v1/:id/reset': route('admin'),
    'GET /lnurl/:id': route('lnurl'),
  },
}
const FRAME = { kind: 'frame', file: 'game.html', title: 'Game' } as const
const page = (...blocks: object[]) => ({ page: { title: 'Game', blocks: blocks as unknown as Block[] } })
const checked = (block: object, key = 'GET /p/:id') =>
  checkFrames(checkReply(page(block), route('public'), [{ id: 'page', reason: '' }]), key, DESCRIBED)

describe('a frame of a package', () => {
  test('a frame shows a file of the package, and calls its public routes', () => {
    const routes = ['POST /public/:id/score', 'GET /p/:id']
    for (const block of [FRAME, { ...FRAME, file: 'levels/two.html', height: 50, routes, data: { id: 1 } }]) {
      expect(checked(block)).toEqual(page(block))
    }
  })

  test.each([
    ['calls a route that is not declared', { routes: ['POST /public/:id/other'] }],
    ['calls a route of another extension', { routes: ['GET /../tpos/p/:id'] }],
    ['calls what every object has', { routes: ['constructor'] }],
    ['calls a route for the invoice key', { routes: ['GET /api/v1/:id/scores'] }],
    ['calls a route for the admin key', { routes: ['POST /public/:id/score', 'POST /api/v1/:id/reset'] }],
    ['calls a route for LNURL', { routes: ['GET /lnurl/:id'] }],
    ['calls an item', { routes: ['DELETE /api/v1/:id'] }],
    ['shows a file that is not declared', { file: 'other.html' }],
    ['shows a script', { file: 'game.js' }],
    ['leaves its folder', { file: '../game.html' }],
    ['shows another site, too', { url: 'https://evil.example' }],
    ['is higher than any screen', { height: 2001 }],
    ['has sources of its own', { srcdoc: '<script>1</script>' }],
  ])('a frame is rejected if it %s', (_what, more) => {
    expect(() => checked({ ...FRAME, ...more })).toThrow()
  })

  test('a frame is rejected on a page that answers a form', () => {
    expect(() => checked(FRAME, 'POST /public/:id/score')).toThrow('GET')
  })

  test('a frame is rejected in a package without files for frames, where another site is accepted', () => {
    const none = { routes: DESCRIBED.routes }
    expect(() => checkFrames(page(FRAME), 'GET /p/:id', none)).toThrow('game.html')
    const site = page({ kind: 'frame', url: 'https://x.example', title: 'Elsewhere' })
    expect(checkFrames(site, 'POST /public/:id/score', none)).toBe(site)
    expect(checked({ kind: 'frame', url: 'https://x.example', title: 'Elsewhere' })).toEqual(site)
  })
})
