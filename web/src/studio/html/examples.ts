export const INVOICE = `<!doctype html>
<title>Invoice 42</title>
<style>
  body { font: 15px/1.5 Georgia, serif; color: #211d18; }
  h1 { color: #a8321a; margin-bottom: 4px; }
  table { width: 100%; border-collapse: collapse; margin: 24px 0; }
  th { text-align: left; border-bottom: 2px solid #211d18; }
  td { border-bottom: 1px solid #ddd; padding: 6px 0; }
  td:last-child, th:last-child { text-align: right; }
</style>
<h1>Invoice 42</h1>
<p>For the Bindery at the Bridge, 22 November 2026</p>
<table>
  <tr><th>Item</th><th>Amount</th></tr>
  <tr><td>Paper, folded</td><td>24.00</td></tr>
  <tr><td>Linen thread</td><td>3.50</td></tr>
  <tr><td>Cloth for 12 boards</td><td>41.20</td></tr>
  <tr><td><strong>Total</strong></td><td><strong>68.70</strong></td></tr>
</table>
<p>Payable within 14 days.</p>
`;

export const MINUTES = `# Minutes

22 November 2026

| Item | Hours |
| --- | ---: |
| Design | 12 |
| Sewing | 7 |

- [x] Paper is ordered
- [ ] The press is free on Monday

> The grain of the paper runs with the spine.
`;
