// How the scripts in static/ are linted; their types are tsc's matter, names that nobody declared included.
import js from "@eslint/js"; // comes with eslint

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "no-undef": "off",
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      curly: ["error", "multi-line"],
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({
          property,
          message: "What people type must stay text.",
        })),
      ],
      // The server joins scripts by such lines alone; see scorekeeper/web/joining.py.
      "no-restricted-syntax": [
        "error",
        "ExportDefaultDeclaration",
        "ExportAllDeclaration",
        "ExportNamedDeclaration[specifiers.length>0]:not([source.type='Literal'])",
        "ImportDefaultSpecifier",
        "ImportNamespaceSpecifier",
        // Not understood by what makes scripts smaller (rjsmin).
        "TemplateLiteral TemplateLiteral",
      ],
    },
  },
  { files: ["tests/**"], rules: { "no-restricted-syntax": "off" } },
];
