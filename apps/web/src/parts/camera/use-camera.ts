import { type RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { openCodeReader } from './read-code.ts'

/** `insecure`: browsers allow the camera on HTTPS only. */
export type CameraState = 'starting' | 'on' | 'none' | 'refused' | 'insecure' | 'failed'

interface Camera {
  readonly state: CameraState
  readonly video: RefObject<HTMLVideoElement>
  /** Undefined: the camera has no torch. */
  readonly torch: { readonly isOn: boolean; toggle(): void } | undefined
}

const EVERY_MS = 120

interface CameraWish {
  /** Called once, with the text that ended the search. */
  readonly onFound?: ((text: string) => void) | undefined
  /** Whether a text ends the search; by default, the first one does. */
  readonly isEnough?: ((text: string) => boolean) | undefined
}

/** Runs the camera until a text is enough or the component unmounts. */
export function useCamera({ onFound = () => undefined, isEnough = () => true }: CameraWish): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isTorchOn, setTorchOn] = useState(false)
  // The latest callbacks: the form may have changed since the camera started.
  const wish = useRef({ onFound, isEnough })
  wish.current = { onFound, isEnough }
  useEffect(() => {
    const left = new AbortController()
    const onOpen = (opened: MediaStreamTrack | undefined): void => {
      setTrack(opened)
      setState('on')
    }
    const takes = (text: string): boolean => wish.current.isEnough(text)
    runCamera(video, left.signal, { onOpen, isEnough: takes }).then(
      (text) => wish.current.onFound(text),
      (error: unknown) => {
        if (!left.signal.aborted) setState(stateFor(error))
      },
    )
    return () => left.abort()
  }, [])
  const toggle = (): void => {
    void track?.applyConstraints({ advanced: [{ torch: !isTorchOn } as MediaTrackConstraintSet] }).then(
      () => setTorchOn(!isTorchOn),
      () => undefined,
    )
  }
  return { state, video, torch: hasTorch(track) ? { isOn: isTorchOn, toggle } : undefined }
}

const hasTorch = (track: MediaStreamTrack | undefined): boolean =>
  (track?.getCapabilities?.() as { torch?: boolean } | undefined)?.torch === true

/** Resolves with the first text for which `isEnough` is true. */
async function runCamera(
  video: RefObject<HTMLVideoElement>,
  signal: AbortSignal,
  {
    onOpen,
    isEnough,
  }: {
    readonly onOpen: (track: MediaStreamTrack | undefined) => void
    readonly isEnough: (text: string) => boolean
  },
): Promise<string> {
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (devices === undefined) throw new DOMException('no secure page', 'SecurityError')
  // Load the reader while the browser asks for permission.
  const reading = openCodeReader()
  reading.catch(() => undefined)
  try {
    const stream = await devices.getUserMedia({ audio: false, video: { facingMode: 'environment' } })
    const stop = (): void => {
      for (const track of stream.getTracks()) track.stop()
    }
    try {
      signal.throwIfAborted()
      const element = video.current
      if (element === null) throw new DOMException('left', 'AbortError')
      element.srcObject = stream
      await element.play()
      onOpen(stream.getVideoTracks()[0])
      const reader = await reading
      for (;;) {
        signal.throwIfAborted()
        const text = await reader.read(element)
        signal.throwIfAborted()
        if (text !== undefined && text !== '' && isEnough(text)) return text
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      }
    } finally {
      stop()
    }
  } finally {
    void reading.then(
      (reader) => reader.close(),
      () => undefined,
    )
  }
}

function stateFor(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError') return 'refused'
  if (name === 'SecurityError') return isSecureContext ? 'refused' : 'insecure'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'failed'
}
