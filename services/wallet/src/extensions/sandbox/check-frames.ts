import type { Reply } from '@satchel/extension-sdk/extension'
import type { CodeDescription } from '@satchel/extension-sdk/package/code-description'
import { isFileFrame } from '../pages/page-headers.ts'

/**
 * Checks that the frames of a returned page show files of the package and call only routes for visitors. Throws an
 * error for the log otherwise. `key`: of the route.
 */
export function checkFrames(reply: Reply, key: string, described: Pick<CodeDescription, 'frames' | 'routes'>): Reply {
  if (!('page' in reply)) return reply
  const { frames = [], routes = {} } = described
  for (const block of reply.page.blocks) {
    if (!isFileFrame(block)) continue
    const { file, routes: called = [] } = block
    // On other routes the page is already shown, with a policy that does not allow the frame.
    if (!key.startsWith('GET ')) throw new Error('a frame with a file is only on pages of GET routes')
    if (!frames.includes(file) || !file.endsWith('.html')) throw new Error(`the package has no frame "${file}"`)
    const closed = called.find((name) => !Object.hasOwn(routes, name) || routes[name]?.access !== 'public')
    if (closed !== undefined) throw new Error(`a frame may not call "${closed}", which is no public route`)
  }
  return reply
}
