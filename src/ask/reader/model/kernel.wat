;; Products of matrices. A row of x is first written as integers of 14 bits with a scale of its own; weights are integers
;; of 8 bits with a scale for each of their rows, so that a model keeps a quarter of the memory that floats would take.
;; Sizes in rows and numbers, strides in bytes.
(module
  (memory (export "memory") 1 16384)

  ;; Rows of floats as integers from 0 to 16383, where 8192 is zero: for each row the upper seven bits of all its numbers,
  ;; then the lower seven. The product of bytes takes seven bits on every processor. The length of a row is a multiple of
  ;; sixteen, and at most 1,024, so that sums fit into 32 bits.
  (func (export "round")
    (param $x i32) (param $rows i32) (param $length i32) (param $to i32) (param $scales i32)
    (local $i i32) (local $p i32) (local $end i32)
    (local $most v128) (local $scale f32) (local $a v128) (local $b v128)
    (local.set $end (i32.shl (local.get $length) (i32.const 2)))
    (block $done (loop $nextRow
      (br_if $done (i32.ge_s (local.get $i) (local.get $rows)))
      (local.set $most (v128.const f32x4 1e-12 1e-12 1e-12 1e-12))
      (local.set $p (i32.const 0))
      (loop $next
        (local.set $most
          (f32x4.pmax (local.get $most) (f32x4.abs (v128.load (i32.add (local.get $x) (local.get $p))))))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (br_if $next (i32.lt_s (local.get $p) (local.get $end))))
      (local.set $scale (f32.max
        (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
        (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most)))))
      (f32.store
        (i32.add (local.get $scales) (i32.shl (local.get $i) (i32.const 2)))
        (f32.div (local.get $scale) (f32.const 8191)))
      (local.set $scale (f32.div (f32.const 8191) (local.get $scale)))
      (local.set $p (i32.const 0))
      (loop $nextPart
        (local.set $a (call $eight (i32.add (local.get $x) (local.get $p)) (local.get $scale)))
        (local.set $b (call $eight (i32.add (i32.add (local.get $x) (local.get $p)) (i32.const 32)) (local.get $scale)))
        (v128.store (local.get $to) (i8x16.narrow_i16x8_u
          (i16x8.shr_u (local.get $a) (i32.const 7))
          (i16x8.shr_u (local.get $b) (i32.const 7))))
        (v128.store (i32.add (local.get $to) (local.get $length)) (i8x16.narrow_i16x8_u
          (v128.and (local.get $a) (i16x8.splat (i32.const 127)))
          (v128.and (local.get $b) (i16x8.splat (i32.const 127)))))
        (local.set $to (i32.add (local.get $to) (i32.const 16)))
        (local.set $p (i32.add (local.get $p) (i32.const 64)))
        (br_if $nextPart (i32.lt_s (local.get $p) (local.get $end))))
      (local.set $to (i32.add (local.get $to) (local.get $length)))
      (local.set $x (i32.add (local.get $x) (local.get $end)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $nextRow))))

  (func $eight (param $x i32) (param $scale f32) (result v128)
    (i16x8.add (i16x8.splat (i32.const 8192)) (i16x8.narrow_i32x4_s
      (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul
        (v128.load (local.get $x)) (f32x4.splat (local.get $scale)))))
      (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul
        (v128.load offset=16 (local.get $x)) (f32x4.splat (local.get $scale))))))))

  ;; y = x · wᵀ + b for rounded x and 8-bit w: two rows of x and two of w at a time. `sums` has 8192 times the sum of each
  ;; row of w. The number of rows of w is even; the last row of an odd number of x is computed twice.
  (func (export "project")
    (param $x i32) (param $xScales i32) (param $rows i32)
    (param $w i32) (param $wScales i32) (param $sums i32) (param $columns i32)
    (param $b i32) (param $y i32) (param $length i32)
    (local $i i32) (local $k i32) (local $j i32) (local $p i32) (local $stride i32)
    (local $x0 i32) (local $x1 i32) (local $w0 i32) (local $w1 i32)
    (local $u v128) (local $v v128) (local $a v128)
    (local $h00 v128) (local $h01 v128) (local $h10 v128) (local $h11 v128)
    (local $l00 v128) (local $l01 v128) (local $l10 v128) (local $l11 v128)
    (local.set $stride (i32.shl (local.get $length) (i32.const 1)))
    (local.set $w0 (local.get $w))
    (block $doneColumns (loop $nextColumns
      (br_if $doneColumns (i32.ge_s (local.get $j) (local.get $columns)))
      (local.set $w1 (i32.add (local.get $w0) (local.get $length)))
      (local.set $i (i32.const 0))
      (block $doneRows (loop $nextRows
        (br_if $doneRows (i32.ge_s (local.get $i) (local.get $rows)))
        (local.set $k (i32.add (local.get $i) (i32.lt_s (i32.add (local.get $i) (i32.const 1)) (local.get $rows))))
        (local.set $x0 (i32.add (local.get $x) (i32.mul (local.get $i) (local.get $stride))))
        (local.set $x1 (i32.add (local.get $x) (i32.mul (local.get $k) (local.get $stride))))
        (local.set $h00 (v128.const i32x4 0 0 0 0))
        (local.set $h01 (v128.const i32x4 0 0 0 0))
        (local.set $h10 (v128.const i32x4 0 0 0 0))
        (local.set $h11 (v128.const i32x4 0 0 0 0))
        (local.set $l00 (v128.const i32x4 0 0 0 0))
        (local.set $l01 (v128.const i32x4 0 0 0 0))
        (local.set $l10 (v128.const i32x4 0 0 0 0))
        (local.set $l11 (v128.const i32x4 0 0 0 0))
        (local.set $p (i32.const 0))
        (loop $next
          (local.set $u (v128.load (i32.add (local.get $w0) (local.get $p))))
          (local.set $v (v128.load (i32.add (local.get $w1) (local.get $p))))
          (local.set $a (v128.load (i32.add (local.get $x0) (local.get $p))))
          (local.set $h00
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $u) (local.get $a) (local.get $h00)))
          (local.set $h01
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $a) (local.get $h01)))
          (local.set $a (v128.load (i32.add (i32.add (local.get $x0) (local.get $p)) (local.get $length))))
          (local.set $l00
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $u) (local.get $a) (local.get $l00)))
          (local.set $l01
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $a) (local.get $l01)))
          (local.set $a (v128.load (i32.add (local.get $x1) (local.get $p))))
          (local.set $h10
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $u) (local.get $a) (local.get $h10)))
          (local.set $h11
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $a) (local.get $h11)))
          (local.set $a (v128.load (i32.add (i32.add (local.get $x1) (local.get $p)) (local.get $length))))
          (local.set $l10
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $u) (local.get $a) (local.get $l10)))
          (local.set $l11
            (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $a) (local.get $l11)))
          (local.set $p (i32.add (local.get $p) (i32.const 16)))
          (br_if $next (i32.lt_s (local.get $p) (local.get $length))))
        (call $put (local.get $i) (local.get $j)
          (i32x4.add (i32x4.shl (local.get $h00) (i32.const 7)) (local.get $l00))
          (i32x4.add (i32x4.shl (local.get $h01) (i32.const 7)) (local.get $l01))
          (local.get $xScales) (local.get $wScales) (local.get $sums) (local.get $columns) (local.get $b) (local.get $y))
        (call $put (local.get $k) (local.get $j)
          (i32x4.add (i32x4.shl (local.get $h10) (i32.const 7)) (local.get $l10))
          (i32x4.add (i32x4.shl (local.get $h11) (i32.const 7)) (local.get $l11))
          (local.get $xScales) (local.get $wScales) (local.get $sums) (local.get $columns) (local.get $b) (local.get $y))
        (local.set $i (i32.add (local.get $i) (i32.const 2)))
        (br $nextRows)))
      (local.set $w0 (i32.add (local.get $w1) (local.get $length)))
      (local.set $j (i32.add (local.get $j) (i32.const 2)))
      (br $nextColumns))))

  ;; Writes two neighbours of a row of y from their sums of four.
  (func $put
    (param $i i32) (param $j i32) (param $s v128) (param $t v128)
    (param $xScales i32) (param $wScales i32) (param $sums i32) (param $columns i32) (param $b i32) (param $y i32)
    (local $at i32)
    (local.set $at (i32.shl (local.get $j) (i32.const 2)))
    ;; s0+s2, s1+s3, t0+t2, t1+t3, and then both halves.
    (local.set $s (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $s) (local.get $t))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $s) (local.get $t))))
    (local.set $s (i32x4.add (local.get $s)
      (i8x16.shuffle 4 5 6 7 0 1 2 3 12 13 14 15 8 9 10 11 (local.get $s) (local.get $s))))
    (local.set $s (i8x16.shuffle 0 1 2 3 8 9 10 11 0 1 2 3 8 9 10 11 (local.get $s) (local.get $s)))
    (local.set $s (i32x4.sub (local.get $s) (v128.load64_zero (i32.add (local.get $sums) (local.get $at)))))
    (v128.store64_lane 0
      (i32.add (local.get $y)
        (i32.add (i32.shl (i32.mul (local.get $i) (local.get $columns)) (i32.const 2)) (local.get $at)))
      (f32x4.add
        (f32x4.mul
          (f32x4.mul
            (f32x4.convert_i32x4_s (local.get $s))
            (v128.load32_splat (i32.add (local.get $xScales) (i32.shl (local.get $i) (i32.const 2)))))
          (v128.load64_zero (i32.add (local.get $wScales) (local.get $at))))
        (v128.load64_zero (i32.add (local.get $b) (local.get $at))))))

  ;; e to the power of four numbers: a power of two times a polynomial, to the precision of floats.
  (func $exp (param $x v128) (result v128)
    (local $n v128) (local $p v128)
    (local.set $x (f32x4.pmin (f32x4.splat (f32.const 88)) (f32x4.pmax (f32x4.splat (f32.const -87)) (local.get $x))))
    (local.set $n (f32x4.nearest (f32x4.mul (local.get $x) (f32x4.splat (f32.const 1.44269504)))))
    ;; The logarithm of two in two parts, of which the first times a small integer is exact.
    (local.set $x (f32x4.sub (local.get $x) (f32x4.mul (local.get $n) (f32x4.splat (f32.const 0.693359375)))))
    (local.set $x (f32x4.add (local.get $x) (f32x4.mul (local.get $n) (f32x4.splat (f32.const 2.12194440e-4)))))
    (local.set $p (f32x4.splat (f32.const 1.9841270e-4)))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x)) (f32x4.splat (f32.const 1.3888889e-3))))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x)) (f32x4.splat (f32.const 8.3333333e-3))))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x)) (f32x4.splat (f32.const 4.1666667e-2))))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x)) (f32x4.splat (f32.const 1.6666667e-1))))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x)) (f32x4.splat (f32.const 0.5))))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x)) (f32x4.splat (f32.const 1))))
    (local.set $p (f32x4.add (f32x4.mul (local.get $p) (local.get $x)) (f32x4.splat (f32.const 1))))
    (f32x4.mul (local.get $p) (i32x4.shl
      (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (i32x4.splat (i32.const 127)))
      (i32.const 23))))

  ;; The activation of a layer (GELU), in place; half of 1 + tanh(u) is 1 / (1 + exp(-2u)). The count is a multiple of four.
  (func (export "activate") (param $x i32) (param $count i32)
    (local $end i32) (local $a v128)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $a (v128.load (local.get $x)))
      (v128.store (local.get $x) (f32x4.div (local.get $a) (f32x4.add (f32x4.splat (f32.const 1)) (call $exp
        (f32x4.mul (f32x4.splat (f32.const -1.5957691216)) (f32x4.add (local.get $a) (f32x4.mul
          (f32x4.splat (f32.const 0.044715))
          (f32x4.mul (local.get $a) (f32x4.mul (local.get $a) (local.get $a))))))))))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $next (i32.lt_s (local.get $x) (local.get $end)))))

  ;; e to the power of each number less `most`, in place, and their sum. The count is a multiple of four.
  (func (export "powers") (param $x i32) (param $count i32) (param $most f32) (result f32)
    (local $end i32) (local $a v128) (local $sum v128)
    (local.set $end (i32.add (local.get $x) (i32.shl (local.get $count) (i32.const 2))))
    (loop $next
      (local.set $a (call $exp (f32x4.sub (v128.load (local.get $x)) (f32x4.splat (local.get $most)))))
      (v128.store (local.get $x) (local.get $a))
      (local.set $sum (f32x4.add (local.get $sum) (local.get $a)))
      (local.set $x (i32.add (local.get $x) (i32.const 16)))
      (br_if $next (i32.lt_s (local.get $x) (local.get $end))))
    (call $whole (local.get $sum)))

  ;; Rows with a mean of zero and a variance of one, times a weight and plus a bias. The length of a row is a multiple of
  ;; four.
  (func (export "normalise")
    (param $x i32) (param $rows i32) (param $length i32) (param $weight i32) (param $bias i32) (param $to i32)
    (local $i i32) (local $p i32) (local $end i32) (local $sum v128) (local $mean v128) (local $scale v128) (local $a v128)
    (local.set $end (i32.shl (local.get $length) (i32.const 2)))
    (block $done (loop $nextRow
      (br_if $done (i32.ge_s (local.get $i) (local.get $rows)))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $p (i32.const 0))
      (loop $next
        (local.set $sum (f32x4.add (local.get $sum) (v128.load (i32.add (local.get $x) (local.get $p)))))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (br_if $next (i32.lt_s (local.get $p) (local.get $end))))
      (local.set $mean (f32x4.splat
        (f32.div (call $whole (local.get $sum)) (f32.convert_i32_s (local.get $length)))))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $p (i32.const 0))
      (loop $nextSquare
        (local.set $a (f32x4.sub (v128.load (i32.add (local.get $x) (local.get $p))) (local.get $mean)))
        (local.set $sum (f32x4.add (local.get $sum) (f32x4.mul (local.get $a) (local.get $a))))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (br_if $nextSquare (i32.lt_s (local.get $p) (local.get $end))))
      (local.set $scale (f32x4.splat (f32.div (f32.const 1) (f32.sqrt (f32.add
        (f32.div (call $whole (local.get $sum)) (f32.convert_i32_s (local.get $length)))
        (f32.const 1e-5))))))
      (local.set $p (i32.const 0))
      (loop $nextPart
        (v128.store (i32.add (local.get $to) (local.get $p)) (f32x4.add
          (f32x4.mul
            (f32x4.mul
              (f32x4.sub (v128.load (i32.add (local.get $x) (local.get $p))) (local.get $mean))
              (local.get $scale))
            (v128.load (i32.add (local.get $weight) (local.get $p))))
          (v128.load (i32.add (local.get $bias) (local.get $p)))))
        (local.set $p (i32.add (local.get $p) (i32.const 16)))
        (br_if $nextPart (i32.lt_s (local.get $p) (local.get $end))))
      (local.set $x (i32.add (local.get $x) (local.get $end)))
      (local.set $to (i32.add (local.get $to) (local.get $end)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br $nextRow))))

  ;; The sum of four numbers.
  (func $whole (param $a v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $a)) (f32x4.extract_lane 1 (local.get $a)))
      (f32.add (f32x4.extract_lane 2 (local.get $a)) (f32x4.extract_lane 3 (local.get $a)))))

  ;; y = x · wᵀ + b for rows of 32-bit floats: two rows of x and four of w at a time. The length of a row is a multiple
  ;; of four, and so is the number of rows of w.
  (func (export "multiply")
    (param $x i32) (param $xStride i32) (param $rows i32)
    (param $w i32) (param $wStride i32) (param $columns i32)
    (param $b i32) (param $y i32) (param $yStride i32) (param $length i32)
    (local $i i32) (local $j i32) (local $p i32) (local $end i32)
    (local $x0 i32) (local $x1 i32) (local $y0 i32) (local $y1 i32)
    (local $w0 i32) (local $w1 i32) (local $w2 i32) (local $w3 i32)
    (local $a v128) (local $c v128) (local $u v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $c0 v128) (local $c1 v128) (local $c2 v128) (local $c3 v128)
    (local $bias v128)
    (local.set $end (i32.shl (local.get $length) (i32.const 2)))
    (block $doneRows (loop $nextRows
      (br_if $doneRows (i32.ge_s (local.get $i) (local.get $rows)))
      (local.set $x0 (i32.add (local.get $x) (i32.mul (local.get $i) (local.get $xStride))))
      (local.set $y0 (i32.add (local.get $y) (i32.mul (local.get $i) (local.get $yStride))))
      ;; The last row of an odd number is computed twice.
      (local.set $x1 (local.get $x0))
      (local.set $y1 (local.get $y0))
      (if (i32.lt_s (i32.add (local.get $i) (i32.const 1)) (local.get $rows))
        (then
          (local.set $x1 (i32.add (local.get $x0) (local.get $xStride)))
          (local.set $y1 (i32.add (local.get $y0) (local.get $yStride)))))
      (local.set $j (i32.const 0))
      (local.set $w0 (local.get $w))
      (block $doneColumns (loop $nextColumns
        (br_if $doneColumns (i32.ge_s (local.get $j) (local.get $columns)))
        (local.set $w1 (i32.add (local.get $w0) (local.get $wStride)))
        (local.set $w2 (i32.add (local.get $w1) (local.get $wStride)))
        (local.set $w3 (i32.add (local.get $w2) (local.get $wStride)))
        (local.set $a0 (v128.const i32x4 0 0 0 0))
        (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0))
        (local.set $a3 (v128.const i32x4 0 0 0 0))
        (local.set $c0 (v128.const i32x4 0 0 0 0))
        (local.set $c1 (v128.const i32x4 0 0 0 0))
        (local.set $c2 (v128.const i32x4 0 0 0 0))
        (local.set $c3 (v128.const i32x4 0 0 0 0))
        (local.set $p (i32.const 0))
        (loop $next
          (local.set $a (v128.load (i32.add (local.get $x0) (local.get $p))))
          (local.set $c (v128.load (i32.add (local.get $x1) (local.get $p))))
          (local.set $u (v128.load (i32.add (local.get $w0) (local.get $p))))
          (local.set $a0 (f32x4.add (local.get $a0) (f32x4.mul (local.get $a) (local.get $u))))
          (local.set $c0 (f32x4.add (local.get $c0) (f32x4.mul (local.get $c) (local.get $u))))
          (local.set $u (v128.load (i32.add (local.get $w1) (local.get $p))))
          (local.set $a1 (f32x4.add (local.get $a1) (f32x4.mul (local.get $a) (local.get $u))))
          (local.set $c1 (f32x4.add (local.get $c1) (f32x4.mul (local.get $c) (local.get $u))))
          (local.set $u (v128.load (i32.add (local.get $w2) (local.get $p))))
          (local.set $a2 (f32x4.add (local.get $a2) (f32x4.mul (local.get $a) (local.get $u))))
          (local.set $c2 (f32x4.add (local.get $c2) (f32x4.mul (local.get $c) (local.get $u))))
          (local.set $u (v128.load (i32.add (local.get $w3) (local.get $p))))
          (local.set $a3 (f32x4.add (local.get $a3) (f32x4.mul (local.get $a) (local.get $u))))
          (local.set $c3 (f32x4.add (local.get $c3) (f32x4.mul (local.get $c) (local.get $u))))
          (local.set $p (i32.add (local.get $p) (i32.const 16)))
          (br_if $next (i32.lt_s (local.get $p) (local.get $end))))
        ;; Four sums of four become one vector: transpose by shuffles and add.
        (local.set $bias (v128.load (i32.add (local.get $b) (i32.shl (local.get $j) (i32.const 2)))))
        (v128.store (i32.add (local.get $y0) (i32.shl (local.get $j) (i32.const 2)))
          (f32x4.add (local.get $bias) (call $sums (local.get $a0) (local.get $a1) (local.get $a2) (local.get $a3))))
        (v128.store (i32.add (local.get $y1) (i32.shl (local.get $j) (i32.const 2)))
          (f32x4.add (local.get $bias) (call $sums (local.get $c0) (local.get $c1) (local.get $c2) (local.get $c3))))
        (local.set $w0 (i32.add (local.get $w3) (local.get $wStride)))
        (local.set $j (i32.add (local.get $j) (i32.const 4)))
        (br $nextColumns)))
      (local.set $i (i32.add (local.get $i) (i32.const 2)))
      (br $nextRows))))
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    ;; a0+a2, b0+b2, a1+a3, b1+b3 and the same of c and d.
    (local.set $ab (f32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (f32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    (f32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd)))))
