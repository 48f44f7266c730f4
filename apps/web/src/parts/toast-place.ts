interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const GAP = 8

/** How far a box has to be lifted so that it covers none of these; undefined: there is no room above it. */
export function liftOf({ top, bottom, left, right }: Box, taken: readonly Box[]): number | undefined {
  const inWay = taken.filter((box) => box.left < right && box.right > left)
  let lift = 0
  for (;;) {
    const covered = inWay.filter((box) => box.top < bottom - lift && box.bottom > top - lift)
    if (covered.length === 0) return lift
    lift = bottom - Math.min(...covered.map((box) => box.top)) + GAP
    if (top - lift < 0) return undefined
  }
}

/** What a person may want to use. */
const USABLE = 'button, a[href], input, select, textarea, summary'

/** Lifts a toast above what it would cover. Where there is no room at all, it stays where it is. */
export function placeToast(toast: HTMLElement): void {
  const around = toast.closest('dialog') ?? document.body
  toast.style.setProperty('--lift', '0px')
  const boxes = [...around.querySelectorAll(USABLE)].map((element) => element.getBoundingClientRect())
  const shown = boxes.filter(({ width, height, bottom, top }) => width * height > 0 && bottom > 0 && top < innerHeight)
  toast.style.setProperty('--lift', `${liftOf(toast.getBoundingClientRect(), shown) ?? 0}px`)
}
