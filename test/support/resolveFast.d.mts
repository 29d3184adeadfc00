export declare function bundleUrl(name: string): URL
