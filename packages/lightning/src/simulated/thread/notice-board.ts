import type { NodeReceiptOf, NodeState, Notice } from '../journal/node-state.ts'

export interface NoticeBoard {
  /** Reading an old journal leaves a long list, of which little is ever reported again. */
  keepFew(state: NodeState): void
  /** Reports new events, now or at their scripted time. */
  post(state: NodeState): void
  open(state: NodeState): void
  stop(): void
}

const MAX_KEPT = 100

/**
 * The node's stream of receipts. It reports events while it has a listener and the node can be reached. When it opens,
 * it repeats events scripted to come more than once or late, as streams do after a reconnect. It repeats nothing else:
 * a caller must read the list.
 */
export function createNoticeBoard(
  clock: () => number,
  tell: (receipts: readonly NodeReceiptOf[]) => void,
): NoticeBoard {
  const timers = new Set<NodeJS.Timeout>()
  let isOpen = false
  let current: NodeState | undefined

  const tellNow = ({ receipts, times }: Notice): void => {
    if (current?.down !== undefined && current.down.mode !== 'slow') return
    tell(Array.from({ length: times }, () => receipts).flat())
  }
  const schedule = (notice: Notice): void => {
    const ms = notice.at - clock()
    if (ms <= 0) {
      tellNow(notice)
      return
    }
    const timer = setTimeout(() => {
      timers.delete(timer)
      tellNow(notice)
    }, ms)
    timers.add(timer)
  }
  const keepFew = (state: NodeState): void => {
    if (!isOpen && state.notices.length > 2 * MAX_KEPT) state.notices = state.notices.slice(-MAX_KEPT)
  }
  return {
    keepFew,
    post(state) {
      current = state
      keepFew(state)
      if (!isOpen || state.notices.length === 0) return
      const news = state.notices
      state.notices = []
      for (const notice of news) schedule(notice)
    },
    open(state) {
      current = state
      isOpen = true
      const kept = state.notices.slice(-MAX_KEPT)
      state.notices = []
      for (const notice of kept) if (notice.times > 1 || notice.at > 0) schedule(notice)
    },
    stop() {
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
