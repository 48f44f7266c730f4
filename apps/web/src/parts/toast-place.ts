interface Box {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

const GAP = 8

/** How far to raise a box so that it overlaps none of `taken`; undefined: no room above. */
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

const USABLE = 'button, a[href], input, select, textarea, summary'

/** Raises a toast above the interactive elements that it would cover. Without room, leaves it in place. */
export function placeToast(toast: HTMLElement): void {
  const around = toast.closest('dialog') ?? document.body
  toast.style.setProperty('--lift', '0px')
  const boxes = [...around.querySelectorAll(USABLE)].map((element) => element.getBoundingClientRect())
  const shown = boxes.filter(({ width, height, bottom, top }) => width * height > 0 && bottom > 0 && top < innerHeight)
  toast.style.setProperty('--lift', `${liftOf(toast.getBoundingClientRect(), shown) ?? 0}px`)
}
