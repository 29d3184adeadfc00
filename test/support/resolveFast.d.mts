export declare function bundleUrl(name: string): URL
export declare const source: URL
export declare const entries: readonly string[]
export declare const packages: readonly string[]
