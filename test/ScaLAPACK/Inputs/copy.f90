! A Fortran program that knows ScaLAPACK only: a matrix by blocks of 3 goes to
! blocks of 5 and back, transposed on the way.
program copy
  implicit none
  integer :: rank, ranks, context, rows, columns, row, column, info, i, j
  integer :: descA(9), descB(9), localRows, localColumns
  integer, parameter :: n = 47
  real, allocatable :: a(:, :), b(:, :), c(:, :)
  integer, external :: numroc
  external :: blacs_pinfo, blacs_get, blacs_gridinit, blacs_gridinfo
  external :: blacs_exit, descinit, psgemr2d, pstran

  call blacs_pinfo(rank, ranks)
  call blacs_get(-1, 0, context)
  call blacs_gridinit(context, 'R', 1, ranks)
  call blacs_gridinfo(context, rows, columns, row, column)
  localRows = max(1, numroc(n, 3, row, 0, rows))
  localColumns = numroc(n, 3, column, 0, columns)
  call descinit(descA, n, n, 3, 3, 0, 0, context, localRows, info)
  allocate (a(localRows, localColumns), c(localRows, localColumns))
  do j = 1, localColumns
    do i = 1, localRows
      a(i, j) = value(i, global(j))
    end do
  end do
  localRows = max(1, numroc(n, 5, row, 0, rows))
  localColumns = numroc(n, 5, column, 0, columns)
  call descinit(descB, n, n, 5, 5, 0, 0, context, localRows, info)
  allocate (b(localRows, localColumns))
  call psgemr2d(n, n, a, 1, 1, descA, b, 1, 1, descB, context)
  c = 1
  call pstran(n, n, 2.0, b, 1, 1, descB, 1.0, c, 1, 1, descA)
  do j = 1, size(c, 2)
    do i = 1, size(c, 1)
      if (c(i, j) /= 1 + 2 * value(global(j), i)) error stop 'wrong element'
    end do
  end do
  if (rank == 0) print '(a)', 'transposed'
  call blacs_exit(0)

contains
  ! Column of the matrix that is local column j, by blocks of 3.
  integer function global(j)
    integer, intent(in) :: j
    global = ((j - 1) / 3 * ranks + column) * 3 + mod(j - 1, 3) + 1
  end function global

  real function value(i, j)
    integer, intent(in) :: i, j
    value = i + 100 * j
  end function value
end program copy
