import { trustedScriptUrl } from '../../trusted-script-url.ts'
import workerUrl from './scan-worker.ts?worker&url'

export interface ScanWorker {
  read(picture: ImageData): Promise<string | undefined>
  close(): void
}

/** WebAssembly runs in a worker, whose file has a policy of its own: the page may run none. */
export function openScanWorker(): ScanWorker {
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' })
  return {
    read: (picture) =>
      new Promise((resolve, reject) => {
        worker.onmessage = ({ data }: MessageEvent<string | null>) => resolve(data ?? undefined)
        worker.onerror = () => reject(new Error('the reader of codes did not start'))
        worker.postMessage(picture, [picture.data.buffer])
      }),
    close: () => worker.terminate(),
  }
}
