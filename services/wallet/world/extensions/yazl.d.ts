declare module 'yazl' {
  export class ZipFile {
    readonly outputStream: NodeJS.ReadableStream
    addBuffer(content: Buffer, name: string, options: { readonly mode: number; readonly compress: boolean }): void
    end(): void
  }
}
